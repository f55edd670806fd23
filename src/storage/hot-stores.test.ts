import { testEnv } from "../../tests/support/env.ts";
import { hotStoresContract } from "../../tests/support/hot-stores-contract.ts";
import { readDeliveryState } from "./delivery-state.ts";

const { DB: db, KV: kv } = testEnv;
const keyOf = (deliveryId: string) => ({ provider: "github", endpoint: "g", deliveryId }) as const;

hotStoresContract("D1", () => ({
  db,
  kv,
  usesD1: true,
  statusOf: async (id) => (await readDeliveryState(db, keyOf(id)))?.status,
}));

hotStoresContract("KV", () => ({
  db,
  kv,
  usesD1: false,
  async statusOf(id) {
    const state = await kv.get<{ status: string }>(`delivery-state:github:g:${id}`, "json");
    return state?.status;
  },
}));
