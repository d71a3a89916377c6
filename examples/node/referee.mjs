// A referee for the tests of your own program: `const referee = await start()`, then `referee.url` and `referee.stop()`.
//
// REFEREE_URL names one that is running already (in CI, the one of a compose file). Without it one is started from a
// checkout of the service, REFEREE_HOME, in which `make run` or `make test` has made the environment.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const HOME = process.env.REFEREE_HOME || fileURLToPath(new URL("../..", import.meta.url));
const COMMAND = ["-m", "gunicorn", "--config", "deploy/gunicorn.conf.py", "service.wsgi:app"];
const PATIENCE = 60_000; // milliseconds

/** A referee that is ready, and how to end it. */
export async function start() {
  if (process.env.REFEREE_URL) {
    const url = process.env.REFEREE_URL.replace(/\/$/, "");
    await ready(url, () => null);
    return { url, stop: async () => {} };
  }
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let said = "";
  const child = spawn(join(HOME, ".venv/bin/python"), COMMAND, {
    cwd: HOME,
    env: { ...process.env, HOST: "127.0.0.1", PORT: String(port), WEB_CONCURRENCY: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  child.on("error", (error) => (said += error));
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (said += text));
  const running = () => child.exitCode === null && child.signalCode === null && child.pid !== undefined;
  const stop = async () => {
    if (!running()) return;
    const gone = once(child, "exit");
    child.kill("SIGTERM");
    await gone;
  };
  try {
    await ready(url, () => (running() ? null : said));
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop };
}

/** Waits until the referee says that it is ready; `ended` gives what it said where it ended instead. */
async function ready(url, ended) {
  const until = Date.now() + PATIENCE;
  while (!(await answers(url))) {
    if (ended() !== null || Date.now() > until) throw new Error(`no referee at ${url}: ${ended() ?? "not ready"}`);
    await sleep(100);
  }
}

async function answers(url) {
  try {
    return (await fetch(`${url}/readyz`)).ok;
  } catch {
    return false;
  }
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}
