import { deliverFromGitHub } from "./from-github.ts";
import { type SampleRepository, sampleRepository } from "./repository.ts";
import { createTelegramUser, type TelegramUser } from "./telegram-user.ts";
import { createWorld, sampleRoute, type World } from "./world.ts";

/** A group that hears the sample repository, and Ada in it, whose GitHub account is linked. */
export interface TelegramGroup {
  world: World;
  sample: SampleRepository;
  ada: TelegramUser;
  github: ReturnType<typeof deliverFromGitHub>;
  inGroup: { chatId: string };
}

export async function telegramGroup(): Promise<TelegramGroup> {
  const world = await createWorld();
  const github = deliverFromGitHub(world);
  const sample = sampleRepository(world);
  const ada = createTelegramUser(world, { name: "Ada" });
  const inPrivate = { platform: "telegram", chatId: ada.person.id } as const;
  await world.configure(
    [{ id: "team", name: "Team", members: [] }],
    [
      sampleRoute(world),
      sampleRoute(world, {
        id: "forks",
        filters: [{ type: "event", match: "fork" }],
        targets: [inPrivate],
      }),
    ],
  );
  await ada.login("ada");
  return { world, sample, ada, github, inGroup: { chatId: world.chatId } };
}
