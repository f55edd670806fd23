import { findExample } from "../../sandbox/stories/examples.ts";
import type { JsonObject } from "../../src/domain/json.ts";

interface About {
  id?: number;
  private?: boolean;
  number?: number;
}

/** A repository as GitHub's payloads show it, under any name. */
export function repositoryOf(fullName: string, { id = 7, private: isPrivate = false }: About = {}) {
  const [login = "", name = ""] = fullName.split("/");
  return {
    id,
    name,
    full_name: fullName,
    private: isPrivate,
    html_url: `https://github.com/${fullName}`,
    owner: { login, id: 500, type: "Organization" },
  };
}

/** An issue that was opened in any repository. */
export function issueIn(fullName: string, title: string, about: About = {}): JsonObject {
  const payload = findExample("issues", "opened").payload;
  const issue = payload["issue"] as JsonObject;
  const number = about.number ?? title.length * 100 + title.charCodeAt(title.length - 1);
  return {
    ...payload,
    action: "opened",
    issue: { ...issue, title, number, html_url: `https://github.com/${fullName}/issues/${number}` },
    repository: repositoryOf(fullName, about),
  };
}
