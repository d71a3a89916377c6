// How hey-api writes a client that Node.js runs: with the extensions of the modules. CONTRACT is the path of the contract.

export default { input: process.env.CONTRACT, output: { path: "client", module: { extension: ".js" } }, logs: { file: false } };
