import { afterEach, beforeEach } from "vitest";
import { emptyStorage, freshStorage } from "./storage.ts";

beforeEach(freshStorage);
afterEach(emptyStorage);
