import type { Odm } from '@cusp/contract/brand';
import { PAGES } from '@cusp/contract/pages';
import type { Region } from '../region/region.ts';

/** Support contacts of a skin. */
export interface SkinSupport {
  /** The vendor's own documentation; null for the help of the product. */
  docsHost: string | null;
  /** The vendor's phone line, used in every region; null when customers call the cloud's own lines. */
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
