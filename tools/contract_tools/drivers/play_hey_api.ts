// Play a deal with the client that hey-api writes to `client`. Compiled beside it: node play_hey_api.js URL.

import { client } from "./client/client.gen.js";
import { checkAction, deal, listOptions } from "./client/index.js";

client.setConfig({ baseUrl: process.argv[2]!, throwOnError: true });

const dealt = await deal<true>({ body: { dealer: "B", ruleset: "portland@1", seed: "contract-tools" } });
let state = dealt.data.state;
while (state.phase !== "deal_over") {
  const options = await listOptions<true>({ body: { state, expand: true, limit: 1 } });
  const judged = await checkAction<true>({ body: { state, action: options.data.actions![0]! } });
  if (!judged.data.legal) throw new Error(JSON.stringify(judged.data));
  state = judged.data.state!;
}
console.log(`${state.phase} ${state.score.A}-${state.score.B}`);
