import * as z from 'zod';
import { ServerLoc, SocialProvider } from './wire.ts';

/** A skin as data (`odm` on the wire). */
export const Odm = z.object({
  key: z.string(),
  /** The default brand, also in the looks of one of its sub-skins. */
  is_default_brand: z.boolean(),
  app_name: z.string(),
  name: z.string(),
  company_name: z.string(),
  copyright_year: z.string(),
  /** Carries white text and keeps at least 4.5:1 against it. */
  main_color: z.string(),
  main_color_hover: z.string(),
  main_color_focus: z.string(),
  /** Main colour on dark surfaces, lighter so that it keeps its contrast as text and outline. */
  main_color_dark: z.string(),
  images: z.object({ logo: z.string(), mark: z.string(), favicon: z.string() }),
  hclinic_name: z.string(),
  /** A cloud brand asks for the storage region. */
  is_cloud: z.boolean(),
  demo_url: z.string().nullable(),
  /** By the kind of institution that asks, for the region of the server; everybody but clinics asks as a lab. */
  support: z.object({
    clinic: z.object({ phone: z.string(), docs: z.string() }),
    lab: z.object({ phone: z.string(), docs: z.string() }),
  }),
  /** Name of the desktop software that non-clinics may download, null where there is none. */
  lab_software: z.string().nullable(),
});
export type Odm = z.infer<typeof Odm>;

export const AppInfo = z.object({
  ver: z.string(),
  server_loc: ServerLoc,
  odm: Odm,
  /** Address of the other region's site, null where none is configured. */
  other_region_url: z.string().nullable(),
  /** Origin of the site of ours that the person came from, as their cookie names it; null when it is this one or none. */
  original_origin: z.string().nullable(),
  recaptcha_key: z.string().nullable(),
  /** Passkeys can be used at the address that was asked. */
  passkeys: z.boolean(),
  /** Who completes addresses in forms, to be named beside them; null where they are typed out. */
  address_provider: z.enum(['Google Maps']).nullable(),
  /** Providers that are set up here and that the brand offers, in the order of their buttons. */
  social: z.array(SocialProvider),
});
export type AppInfo = z.infer<typeof AppInfo>;
