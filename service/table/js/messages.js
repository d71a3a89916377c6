/** Errors and violations in words, with links to what the documentation says about them. */

import { Problem, address, ruleAddress } from "./api.js";
import { make } from "./dom.js";
import { say } from "./live.js";
import { has, t } from "./words.js";

const link = (text, href, title) => make("a.rule", { href, title, target: "_blank" }, text);

/** A link to a rule, such as `R5.12`. */
export const ruleLink = (id) => link(id, ruleAddress(id), t("rule", { id }));

/** Violations in words: each with its rule, its law and its code as links. */
export function violations(found) {
  const line = ({ message, rule, law, code }) =>
    make("li", {}, has(`violation.${code}`) ? t(`violation.${code}`) : message, " ", rule && ruleLink(rule), " ",
      law && ruleLink(law), " ", link(code, address(`docs/errors#${code}`), t("code")));
  return make("ul.violations", {}, found.map(line));
}

/** An error in words: the reasons that the service gave, each with its place in the request. It is also said. */
export function trouble(error) {
  if (!(error instanceof Problem)) console.error(error);
  const reasons = error instanceof Problem ? error.reasons : [{ message: error.message }];
  const title = t(error.status === 0 ? "trouble.network" : "trouble");
  const line = ({ message, pointer }) => make("li", {}, pointer && make("code", {}, pointer), " ", message);
  say([title, ...reasons.map(({ message }) => message)].join(" "));
  return make("div.notice", {}, make("b", {}, title), make("ul", {}, reasons.map(line)));
}
