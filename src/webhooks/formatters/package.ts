import type { Span } from "../../domain/text.ts";
import { line, link, object, part, text } from "./fields.ts";
import type { Formatter } from "./formatter.ts";
import type { Slot } from "./sentence.ts";
import { simple } from "./simple.ts";
import { named } from "./spans.ts";

const Package = object({
  name: line,
  html_url: link,
  /** Gitea says the version here. */
  version: line,
  package_version: object({
    version: line,
    html_url: link,
    body: text,
    container_metadata: part({ tag: part({ name: line }) }),
  }),
});

/** `package` and its older twin `registry_package`, which differ in the field's name only. */
export const packages = packageFormatter("package");
export const registryPackages = packageFormatter("registry_package", {
  "*": "it is the older twin of `package`, which tells the same",
});

function packageFormatter(
  field: "package" | "registry_package",
  quiet?: Readonly<Record<string, string>>,
): Formatter {
  return simple(
    { [field]: Package },
    { "*": ["info", "📦"] },
    (payload) => {
      const known = payload[field];
      const {
        version,
        container_metadata: container,
        html_url: page,
      } = known?.package_version ?? {};
      const url = page ?? known?.html_url;
      return {
        slots: {
          package: withVersion(
            named(known?.name, url),
            container?.tag.name ?? version ?? known?.version,
          ),
        },
        url,
      };
    },
    quiet,
  );
}

/** What an image's version is when it has no tag: `sha256:` and 64 digits, of which a few tell it apart. */
const DIGEST = /^(sha256:[0-9a-f]{12})[0-9a-f]+$/;

function withVersion(name: Span | undefined, version: string | undefined): Slot {
  if (name === undefined || version === undefined) return name;
  return [name, " ", DIGEST.exec(version)?.[1] ?? version];
}
