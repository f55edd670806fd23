/** Tells listeners that something has changed, a moment later and once for many changes. */
export interface Changes {
  announce(): void;
  subscribe(listener: () => void): () => void;
}

const PAUSE_MS = 50;

export function createChanges(): Changes {
  const listeners = new Set<() => void>();
  let isAnnounced = false;
  return {
    announce() {
      if (isAnnounced) return;
      isAnnounced = true;
      setTimeout(() => {
        isAnnounced = false;
        for (const listener of listeners) listener();
      }, PAUSE_MS);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
