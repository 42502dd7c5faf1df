/** Made by `web/text-packs-plugin.ts`. */
declare module 'virtual:texts' {
  import type { Language } from '@cusp/contract/wire';
  import type { Texts } from '@cusp/text/plural-forms';

  export interface LanguagePack {
    /** The texts of the sign-in. */
    start: Record<string, Texts>;
    /** Loads those of any other namespace. */
    others: Record<string, () => Promise<Texts>>;
  }

  /** Loads a language. */
  export const packs: Record<Language, () => Promise<LanguagePack>>;
}
