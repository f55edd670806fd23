import { line, link, object, text } from "./fields.ts";
import type { Formatter } from "./formatter.ts";
import { simple } from "./simple.ts";
import { named } from "./spans.ts";

const Package = object({
  name: line,
  html_url: link,
  package_type: line,
  package_version: object({ version: line, html_url: link, body: text }),
});

/** `package` and its older twin `registry_package`, which differ in the field's name only. */
export const packages = packageFormatter("package");
export const registryPackages = packageFormatter("registry_package");

function packageFormatter(field: "package" | "registry_package"): Formatter {
  return simple({ [field]: Package }, { "*": ["info", "📦"] }, (payload, { t }) => {
    const known = payload[field];
    const version = known?.package_version?.version;
    return {
      slots: { package: named(known?.name, known?.html_url) },
      url: known?.package_version?.html_url ?? known?.html_url,
      fields: [
        version === undefined
          ? undefined
          : { name: t("field.version"), value: [version], inline: true },
      ],
    };
  });
}
