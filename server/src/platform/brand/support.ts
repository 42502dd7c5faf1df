import type { Odm } from '@cusp/contract/brand';
import type { Region } from '../region/region.ts';

/** What a skin says about its support. */
export interface SkinSupport {
  docsHost: string;
  /** The vendor's own line, which its customers call in every region; null where the cloud's lines answer. */
  vendorPhone: string | null;
}

/** The cloud's own lines. */
const PHONES: Record<Region, Record<keyof Odm['support'], string>> = {
  us: { clinic: '+1 800 555 0100', lab: '+1 800 555 0101' },
  eu: { clinic: '+44 20 7946 0100', lab: '+44 20 7946 0101' },
};

/** Phone and documentation of a skin in a region, by the kind of institution that asks. */
export function supportOf({ docsHost, vendorPhone }: SkinSupport, region: Region): Odm['support'] {
  const phones = PHONES[region];
  return {
    clinic: { phone: vendorPhone ?? phones.clinic, docs: `https://${docsHost}/${region}/clinics` },
    lab: { phone: vendorPhone ?? phones.lab, docs: `https://${docsHost}/${region}/labs` },
  };
}
