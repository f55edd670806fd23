/** The same person, with how often they said or pressed something (each call of one of these) counted. */
export function counted<T extends object>(
  user: T,
  deeds: readonly (keyof T & string)[],
): T & { deeds: () => number } {
  let count = 0;
  const counting = new Proxy(user, {
    get(target, name, receiver) {
      const value: unknown = Reflect.get(target, name, receiver);
      if (typeof value !== "function" || !deeds.some((deed) => deed === name)) return value;
      return (...args: unknown[]): unknown => {
        count += 1;
        return Reflect.apply(value, target, args);
      };
    },
  });
  return Object.assign(counting, { deeds: () => count });
}
