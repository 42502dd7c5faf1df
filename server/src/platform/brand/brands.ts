import type { Odm } from '@cusp/contract/brand';
import { PAGES } from '@cusp/contract/pages';
import type { Region } from '../region/region.ts';

/** Support contacts of a skin. */
interface SkinSupport {
  /** The vendor's own documentation; null for the help of the product. */
  docsHost: string | null;
  /** The vendor's phone line, used in every region; null if customers call the cloud's own lines. */
  vendorPhone: string | null;
}

/** The cloud's own lines. */
const PHONES: Record<Region, Record<keyof Odm['support'], string>> = {
  us: { clinic: '+1 800 555 0100', lab: '+1 800 555 0101' },
  eu: { clinic: '+44 20 7946 0100', lab: '+44 20 7946 0101' },
};

/** Phone number and documentation link of a skin in a region, by type of institution. */
export function supportOf({ docsHost, vendorPhone }: SkinSupport, region: Region): Odm['support'] {
  const phones = PHONES[region];
  const docs = (kind: 'clinics' | 'labs') =>
    docsHost ? `https://${docsHost}/${region}/${kind}` : `${PAGES.help}?for=${kind}`;
  return {
    clinic: { phone: vendorPhone ?? phones.clinic, docs: docs('clinics') },
    lab: { phone: vendorPhone ?? phones.lab, docs: docs('labs') },
  };
}

export interface Skin extends Omit<Odm, 'support' | 'is_default_brand'> {
  /** Part of a host name that selects this skin; null for the default skin and its sub-skins. */
  hostFragment: string | null;
  support: SkinSupport;
  /**
   * Offers sign-in with Facebook and Google; off for partners, because the consent pages show a single company name.
   */
  social: boolean;
  /** Download page of the lab software's installer; null if the brand has none. */
  labSoftwareUrl: string | null;
}

const images = (key: string) => ({
  // A PNG for mails, because most mail clients show no SVG. The SVG is in the same folder.
  logo: `/brands/${key}/logo.png`,
  mark: `/brands/${key}/mark.svg`,
  favicon: `/brands/${key}/favicon.svg`,
});

/** The icon of the installed app and of notifications. */
export const iconOf = (key: string): string => `/brands/${key}/icon-192.png`;

const labSoftware = (host: string) => ({
  lab_software: '3DiscLab',
  labSoftwareUrl: `https://downloads.${host}/3disclab/install`,
});

/** The five skins as data. White text on any of these colours has a contrast of at least 4.5:1; a test computes it. */
export const SKINS: readonly Skin[] = [
  {
    key: 'cusp',
    hostFragment: null,
    social: true,
    app_name: 'Cusp',
    name: 'Cusp',
    company_name: 'Cusp Dental Cloud',
    copyright_year: '2023–2026',
    main_color: '#b84a00',
    main_color_hover: '#9c3f00',
    main_color_focus: '#e8590c',
    main_color_dark: '#ff9a52',
    images: images('cusp'),
    hclinic_name: 'Cusp Clinic',
    is_cloud: true,
    demo_url: 'https://cusp.example/demo',
    support: { docsHost: null, vendorPhone: null },
    ...labSoftware('cusp.example'),
  },
  {
    key: 'arcline',
    hostFragment: 'arcline',
    social: true,
    app_name: 'Arcline Connect',
    name: 'Arcline',
    company_name: 'Arcline Dental',
    copyright_year: '2024–2026',
    main_color: '#0b5fb0',
    main_color_hover: '#094e91',
    main_color_focus: '#1f7fd6',
    main_color_dark: '#6db3f2',
    images: images('arcline'),
    hclinic_name: 'Arcline Clinic',
    is_cloud: true,
    demo_url: null,
    support: { docsHost: 'docs.arcline.example', vendorPhone: '+1 800 555 0110' },
    ...labSoftware('arcline.example'),
  },
  {
    key: 'verdent',
    hostFragment: 'verdent',
    social: false,
    app_name: 'Verdent Bridge',
    name: 'Verdent',
    company_name: 'Verdent Systems',
    copyright_year: '2024–2026',
    main_color: '#0f766e',
    main_color_hover: '#0b5e58',
    main_color_focus: '#0f918a',
    main_color_dark: '#4fd1c5',
    images: images('verdent'),
    hclinic_name: 'Verdent Clinic',
    is_cloud: false,
    demo_url: null,
    support: { docsHost: 'docs.verdent.example', vendorPhone: '+1 800 555 0120' },
    ...labSoftware('verdent.example'),
  },
  {
    key: 'molaris',
    hostFragment: 'molaris',
    social: false,
    app_name: 'Molaris Exchange',
    name: 'Molaris',
    company_name: 'Molaris Group',
    copyright_year: '2025–2026',
    main_color: '#6d3fc0',
    main_color_hover: '#5a339f',
    main_color_focus: '#8a5fdc',
    main_color_dark: '#b79cf0',
    images: images('molaris'),
    hclinic_name: 'Molaris Clinic',
    is_cloud: false,
    demo_url: null,
    support: { docsHost: null, vendorPhone: null },
    ...labSoftware('molaris.example'),
  },
  {
    key: 'crownly',
    hostFragment: 'crownly',
    social: false,
    app_name: 'Crownly Desk',
    name: 'Crownly',
    company_name: 'Crownly Labs',
    copyright_year: '2025–2026',
    main_color: '#b3204d',
    main_color_hover: '#941a3f',
    main_color_focus: '#d9386a',
    main_color_dark: '#f58aa9',
    images: images('crownly'),
    hclinic_name: 'Crownly Clinic',
    is_cloud: false,
    demo_url: null,
    support: { docsHost: 'docs.crownly.example', vendorPhone: '+1 800 555 0140' },
    ...labSoftware('crownly.example'),
  },
];

const [DEFAULT] = SKINS as [Skin, ...Skin[]];

interface SubSkin extends Partial<Skin> {
  key: string;
  /** Labels of a host name (parts between dots); each selects this sub-skin. */
  hostLabels: readonly string[];
}

/** Replaces the looks of the default brand on some hosts; everything else stays as in the default brand. */
const SUB_SKINS: readonly SubSkin[] = [
  {
    key: 'cusp-campus',
    hostLabels: ['campus'],
    app_name: 'Cusp Campus',
    name: 'Cusp Campus',
    main_color: '#4d6b14',
    main_color_hover: '#3f5810',
    main_color_focus: '#66891f',
    main_color_dark: '#a9cf5a',
    images: images('cusp-campus'),
    hclinic_name: 'Cusp Campus Clinic',
    demo_url: null,
  },
];

const withDefaults = ({ hostLabels: _, ...own }: SubSkin): Skin => ({ ...DEFAULT, ...own });

/** Every skin and sub-skin that a page, a mail or a text message can have. */
export const LOOKS: readonly Skin[] = [...SKINS, ...SUB_SKINS.map(withDefaults)];

/** The skin for a host name, with or without port: a partner's skin, else a sub-skin, else the default. */
export function skinOfHost(host: string | undefined): Skin {
  const name = (host ?? '').toLowerCase().replace(/:\d*$/, '');
  const partner = SKINS.find((skin) => skin.hostFragment !== null && name.includes(skin.hostFragment));
  if (partner) return partner;
  const labels = name.split('.');
  const sub = SUB_SKINS.find(({ hostLabels }) => hostLabels.some((label) => labels.includes(label)));
  return sub ? withDefaults(sub) : DEFAULT;
}

/** The skin for a stored key, for mails, which are sent without a request and so without a host. */
export const skinOfKey = (key: string): Skin => LOOKS.find((skin) => skin.key === key) ?? DEFAULT;

/** A skin as it is sent to people whose data is in the given region. */
export function odmOf(skin: Skin, region: Region): Odm {
  const { hostFragment, social: _, labSoftwareUrl: __, support, ...odm } = skin;
  return { ...odm, is_default_brand: hostFragment === null, support: supportOf(support, region) };
}
