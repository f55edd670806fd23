export const subjects = {} as const;
