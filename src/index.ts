import { workerHost } from "./context/host.ts";
import type { QueueJob } from "./domain/queue-job.ts";
import { createWorker } from "./worker.ts";

export default createWorker(workerHost) satisfies ExportedHandler<Env, QueueJob>;
