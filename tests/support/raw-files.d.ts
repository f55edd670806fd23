/** A file as text, as Vite gives it. */
declare module "*?raw" {
  const text: string;
  export { text as default };
}

interface ImportMeta {
  /** Files by their path, as Vite gives them. */
  glob<T>(
    pattern: string,
    options: { query: string; import: string; eager: true },
  ): Record<string, T>;
}
