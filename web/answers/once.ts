/** Loads at the first call, and gives the same to all later ones. A load that failed is tried again. */
export function once<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  let loaded: Promise<Loaded> | undefined;
  return () => {
    if (loaded === undefined) {
      loaded = load();
      loaded.catch(() => (loaded = undefined));
    }
    return loaded;
  };
}
