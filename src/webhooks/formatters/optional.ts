/** A property that is there only when its value is, for `exactOptionalPropertyTypes`. */
export function optional<Key extends string, Value>(key: Key, value: Value | undefined) {
  return (value === undefined ? {} : { [key]: value }) as { [K in Key]?: Value };
}
