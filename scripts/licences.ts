/** The notices that the licences of other people's code in the page ask for, made from what is really bundled. */
import { readdirSync, readFileSync } from "node:fs";
import type { Plugin } from "vite";

/** What of others is in our own files. The text of its licence stands below the packages that have it. */
const OTHERS = `cwTeXKai 1.0 (GPL-2.0-or-later), https://packages.debian.org/source/stable/cwttf
outlines of thirteen characters, rounded (src/say/pictures/kai.ts)
Copyright 1999-2005 Tsong-Min Wu, Tsong-Huey Wu; 2005 Edward G.J. Lee
`;

/** In the page's folder. */
const FILE = "licences.txt";

/** `page` writes the notices of everything that either has seen; `worker` looks into workers, which are bundled first. */
export function licences(): { readonly page: Plugin; readonly worker: Plugin } {
  // The page itself; helpers of the bundler, which are no modules; and what draws its first view, in a bundle of its own.
  const folders = new Set([".", "node_modules/vite", "node_modules/preact-render-to-string"]);
  const collect: Plugin["generateBundle"] = (_options, bundle) => {
    for (const chunk of Object.values(bundle)) {
      for (const module of chunk.type === "chunk" ? chunk.moduleIds : []) {
        const folder = /node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(module)?.[0];
        if (folder !== undefined) folders.add(folder);
      }
    }
  };
  const page: Plugin = {
    name: "licences",
    generateBundle(...bundled) {
      Reflect.apply(collect, this, bundled);
      this.emitFile({ type: "asset", fileName: FILE, source: notices([...folders].toSorted()) });
    },
  };
  return { page, worker: { name: "licences-in-workers", generateBundle: collect } };
}

/** Every licence once, below the packages that have it. */
function notices(folders: readonly string[]): string {
  const packages = new Map<string, { readonly text: string; readonly names: string[] }>();
  for (const folder of folders) {
    const { name, version, license, repository } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
    const text = licenceOf(folder);
    const source = repository?.url ?? repository; // where the source is to be had: the GPL asks for it
    const from = source === undefined ? "" : `, ${source.replace(/^git\+/, "")}`;
    const words = text.replaceAll(/<?https?:\S+/g, "").replaceAll(/\s+/g, " "); // copies of the GPL differ in no more
    const found = packages.get(words) ?? { text, names: [] };
    found.names.push(`${name} ${version} (${license})${from}`);
    packages.set(words, found);
  }
  const texts = Array.from(packages.values(), ({ text, names }) => `${names.join("\n")}\n\n${text}\n`);
  return [...texts, OTHERS].join(`\n${"-".repeat(80)}\n\n`);
}

function licenceOf(folder: string): string {
  const file = readdirSync(folder).find((name) => /^(licen[cs]e|copying)/i.test(name));
  if (file === undefined) throw new Error(`${folder} has no licence: it cannot be part of the page`);
  const text = readFileSync(`${folder}/${file}`, "utf8");
  // Vite's goes on with those of packages that the bundler holds, and the page does not.
  return text.split("\n# Licenses of bundled dependencies")[0]!.trim();
}
