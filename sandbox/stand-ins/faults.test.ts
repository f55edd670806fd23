import { expect, it } from "vitest";
import { createFaults } from "./faults.ts";

const request = { chatId: "1", on: "post" } as const;

it("lists what will still fail, counts it down, and can take it back", () => {
  const faults = createFaults();
  faults.add({ fault: { kind: "forbidden" }, times: 2 });
  faults.add({ fault: { kind: "rejected" } });
  expect(faults.next(request)).toEqual({ kind: "forbidden" });
  expect([...faults.active().values()]).toMatchObject([{ times: 1 }, {}]);

  for (const [number, { fault }] of faults.active()) {
    if (fault.kind === "rejected") faults.remove(number);
  }
  expect(faults.next(request)).toEqual({ kind: "forbidden" });
  expect(faults.next(request)).toBeUndefined();
});
