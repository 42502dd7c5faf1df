import * as z from 'zod';
import { ServerLoc, SocialProvider } from './wire.ts';

/** A skin as data (`odm` on the wire). */
export const Odm = z.object({
  key: z.string(),
  /** Whether this is the default brand, also with the looks of one of its sub-skins. */
  is_default_brand: z.boolean(),
  app_name: z.string(),
  name: z.string(),
  company_name: z.string(),
  copyright_year: z.string(),
  /** White text on it has a contrast of at least 4.5:1. */
  main_color: z.string(),
  main_color_hover: z.string(),
  main_color_focus: z.string(),
  /** Main colour on dark surfaces; lighter, to keep its contrast as text and outline. */
  main_color_dark: z.string(),
  images: z.object({ logo: z.string(), mark: z.string(), favicon: z.string() }),
  hclinic_name: z.string(),
  /** Whether the brand is a cloud, which asks for the storage region. */
  is_cloud: z.boolean(),
  demo_url: z.string().nullable(),
  /** Contacts by type of institution, for the region of the server; everybody but clinics gets those of labs. */
  support: z.object({
    clinic: z.object({ phone: z.string(), docs: z.string() }),
    lab: z.object({ phone: z.string(), docs: z.string() }),
  }),
  /** Name of the desktop software that non-clinics may download, or null. */
  lab_software: z.string().nullable(),
});
export type Odm = z.infer<typeof Odm>;

export const AppInfo = z.object({
  ver: z.string(),
  server_loc: ServerLoc,
  odm: Odm,
  /** Address of the brand's site in the other region; null if none is configured. */
  other_region_url: z.string().nullable(),
  /** Origin of our site that the person came from, according to their cookie; null if it is this one or not set. */
  original_origin: z.string().nullable(),
  recaptcha_key: z.string().nullable(),
  /** Whether passkeys can be used at the requested address. */
  passkeys: z.boolean(),
  /** The provider that completes addresses, which must be named beside them; null without one. */
  address_provider: z.enum(['Google Maps']).nullable(),
  /** Providers that are configured here and offered by the brand, in the order of their buttons. */
  social: z.array(SocialProvider),
});
export type AppInfo = z.infer<typeof AppInfo>;
