import { regionOfCountry } from '@cusp/contract/storage-region';
import type { Cast, DemoPerson } from './cast.ts';
import { CAST } from './people.ts';

/** Substitutes for practices of the demo whose country would keep them in Europe, by person and by group. */
const BERG = { institution: 'Berg Family Dentistry', address: '12 Beacon Street, Boston, MA 02108' };
const HOFF = { institution: 'Hoff Dental Lab', address: '4 Wharf Road, Portland, ME 04101' };
const NOWAK = { institution: 'Nowak Dental', address: '7 Lake Street, Chicago, IL 60601' };

const MOVED: Partial<Record<DemoPerson['key'], Pick<DemoPerson, 'institution' | 'address' | 'phone'>>> = {
  'anna.berg': { ...BERG, phone: '+1 617 555 0101' },
  'paul.weiss': { ...BERG, phone: '+1 617 555 0102' },
  'claire.martin': { ...BERG, phone: '+1 617 555 0103' },
  'lena.hoff': { ...HOFF, phone: '+1 207 555 0130' },
  'marco.rossi': { ...HOFF, phone: '+1 207 555 0131' },
  'oskar.nowak': { ...NOWAK, phone: '+1 312 555 0160' },
};

const PLACES: Partial<Record<DemoPerson['key'], { city: string; zip: string }>> = {
  'anna.berg': { city: 'Boston', zip: '02108' },
  'oskar.nowak': { city: 'Chicago', zip: '60601' },
};

/** The demo of the American one of two regions: the same people, all in countries whose data is kept there. */
export const US_CAST: Cast = {
  ...CAST,
  people: CAST.people.map((person) =>
    regionOfCountry(person.country) === 'US' ? person : { ...person, country: 'US', ...MOVED[person.key] },
  ),
  groups: CAST.groups.map((group) => ({
    ...group,
    name: MOVED[group.owner]?.institution ?? group.name,
  })),
  devices: CAST.devices.map((device) =>
    device.customer
      ? { ...device, customer: { ...device.customer, ...PLACES[device.customer.key] } }
      : device,
  ),
};
