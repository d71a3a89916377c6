/** Errors and violations in words, with links to what the documentation says about them. */
import { UnreadableAddress } from "./address.js";
import { Problem, address, ruleAddress } from "./api.js";
import { make, say } from "./dom.js";
import { capital, has, t, worded } from "./words.js";

const link = (text, href, title) => make("a.rule", { href, title, target: "_blank" }, text);
export const ruleLink = (id) => link(id, ruleAddress(id), t("rule", { id }));

/** What a violation says, in the reader's language if it has words for it. */
export const reason = ({ code, message, params, text }) =>
  text ?? (has(`violation.${code}`) ? capital(t(`violation.${code}`, worded(params))) : message);

/** Violations in words: each with its rule, its law and its code as links. */
export function violations(found) {
  const links = ({ rule, law, code }) =>
    [rule && ruleLink(rule), law && ruleLink(law), link(code, address(`docs/errors#${code}`), t("code"))];
  const why = (each) => make("details.why", {}, make("summary", {}, t("why")), links(each).map((one) => [" ", one]));
  const line = (each) => make("li", {}, `${reason(each)} `, why(each));
  return make("ul.violations", {}, found.map(line));
}

/** An error in words, which are also said: each reason with its place in the request. A button tries `again`. */
export function trouble(error, again) {
  const known = error instanceof Problem;
  const kind = error instanceof UnreadableAddress ? ".address" : known && !error.status ? ".network" : "";
  const key = `trouble${kind}`;
  if (error instanceof TypeError) console.error(error); // a fault of the page itself
  const reasons = known ? error.reasons : kind ? [] : [{ message: error.message }];
  const line = ({ message, pointer }) => make("li", {}, pointer && make("code", {}, pointer), " ", message);
  say([t(key), ...reasons.map(({ message }) => message)].join(" "));
  const retry = ({ currentTarget }) => {
    currentTarget.closest(".notice").remove();
    return again();
  };
  const found = error.document?.violations;
  return make("div.notice", {}, make("b", {}, t(key)), found ? violations(found) : make("ul", {}, reasons.map(line)),
    again && !error.final && make("button.quiet", { onclick: retry }, t("again")));
}
