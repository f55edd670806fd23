import { startSandbox } from "./sandbox.ts";

const started = Date.now();
console.log("Starting the Worker and the chats it writes to …");
const stopping = Promise.withResolvers<string>();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.once(signal, () => {
    stopping.resolve("Stopping …");
    // Whoever presses twice does not want to wait; what runs is killed at exit all the same.
    process.once(signal, () => process.exit(130));
  });
}
try {
  const sandbox = await startSandbox();
  if (sandbox.portWasTaken) console.log("The usual port is taken, so here is another one.");
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  console.log(`\n  Open  ${sandbox.url}\n\nReady after ${seconds} s. Ctrl-C stops everything.`);
  console.log(`The Worker's log: ${sandbox.logFile}`);
  const died = sandbox.worker.died.then(
    async (error) => `${error.message}\n${await sandbox.worker.tail()}`,
  );
  const reason = await Promise.race([stopping.promise, died]);
  console.log(`\n${reason}`);
  await sandbox.stop();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
