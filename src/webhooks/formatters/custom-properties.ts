import { anything, line, list, object, text } from "./fields.ts";
import { code } from "./sentence.ts";
import { simple } from "./simple.ts";
import { named } from "./spans.ts";

/** What an organisation wants to know of each repository, and what is said of one. */
export const customProperty = simple(
  { definition: object({ property_name: line, description: text }) },
  { deleted: ["warning", "🏷️"], "*": ["info", "🏷️"] },
  ({ definition }) => ({
    slots: { property: named(definition?.property_name) },
    body: definition?.description,
  }),
);

const PropertyValue = object({ property_name: line, value: anything });

export const customPropertyValues = simple(
  { new_property_values: list(PropertyValue), old_property_values: list(PropertyValue) },
  { "*": ["info", "🏷️"] },
  ({ new_property_values: values = [], old_property_values: old = [] }, { t }) => {
    const before = new Map(old.map(({ property_name: name, value }) => [name, value]));
    const changed = values.filter(
      ({ property_name: name, value }) => !before.has(name) || before.get(name) !== value,
    );
    return {
      slots: { properties: t("count.properties", { count: changed.length }) },
      fields: changed.slice(0, 10).map(({ property_name: name, value = t("word.none") }) => {
        const was = before.get(name) ?? t("word.none");
        return {
          name: name ?? t("word.untitled"),
          value: before.has(name) ? [code(was), " → ", code(value)] : [value],
          inline: true,
        };
      }),
    };
  },
);
