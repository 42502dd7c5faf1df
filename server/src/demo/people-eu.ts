import type { Cast, DemoPerson } from './cast.ts';
import { SCANNERS_EU } from './scanners.ts';

const VOGEL = {
  role: 'Dental Clinic',
  institution: 'Zahnarztpraxis Dr. Vogel',
  country: 'DE',
  address: 'Aachener Straße 58, 50674 Köln',
  language: 'de',
} as const;
const BRANDT = {
  role: 'Dental Lab',
  institution: 'Brandt Zahntechnik',
  country: 'DE',
  address: 'Karl-Liebknecht-Straße 21, 04107 Leipzig',
} as const;
const OFFICE = {
  role: 'Other',
  institution: 'Cusp Dental Cloud Europe',
  country: 'DE',
  address: 'Neuer Wall 10, 20354 Hamburg',
  phone: '',
  language: 'en',
} as const;

const PEOPLE: readonly DemoPerson[] = [
  {
    key: 'katrin.vogel',
    first: 'Katrin',
    last: 'Vogel',
    ...VOGEL,
    phone: '+49 221 5550110',
    shown: 'dentist, owner of a share group',
  },
  {
    key: 'jonas.vogel',
    first: 'Jonas',
    last: 'Vogel',
    ...VOGEL,
    phone: '+49 221 5550111',
    shown: 'dentist in the same practice',
  },
  {
    key: 'camille.durand',
    first: 'Camille',
    last: 'Durand',
    role: 'Dental Clinic',
    institution: 'Cabinet dentaire Durand',
    country: 'FR',
    address: '14 rue de la République, 69002 Lyon',
    phone: '+33 4 72 55 01 20',
    language: 'fr',
    shown: 'dentist of another practice',
  },
  {
    key: 'heike.brandt',
    first: 'Heike',
    last: 'Brandt',
    ...BRANDT,
    phone: '+49 341 5550130',
    language: 'de',
    shown: 'lab owner, owner of a share group',
  },
  {
    key: 'luca.ferri',
    first: 'Luca',
    last: 'Ferri',
    ...BRANDT,
    phone: '+49 341 5550131',
    language: 'it',
    shown: 'technician in the same lab',
  },
  {
    key: 'dora.device',
    first: 'Dora',
    last: 'Device',
    ...OFFICE,
    flag: 'is_device_manager',
    shown: 'device manager',
  },
  {
    key: 'silvio.sales',
    first: 'Silvio',
    last: 'Sales',
    ...OFFICE,
    flag: 'is_sales_manager',
    shown: 'sales manager',
  },
  { key: 'sven.staff', first: 'Sven', last: 'Staff', ...OFFICE, flag: 'is_staff', shown: 'staff' },
  {
    key: 'vera.viewer',
    first: 'Vera',
    last: 'Viewer',
    ...OFFICE,
    flag: 'is_device_user_viewer',
    shown: 'device-user viewer',
  },
  {
    key: 'remy.rental',
    first: 'Rémy',
    last: 'Rental',
    ...OFFICE,
    role: 'Dealer',
    flag: 'is_device_rental_manager',
    shown: 'rental manager, who locks scanners',
  },
];

/** The demo of the European one of two regions. */
export const EU_CAST: Cast = {
  people: PEOPLE,
  groups: [
    { name: 'Praxis Vogel', owner: 'katrin.vogel', members: ['jonas.vogel'], invited: [] },
    { name: 'Brandt Zahntechnik', owner: 'heike.brandt', members: ['luca.ferri'], invited: [] },
  ],
  connections: [
    {
      from: 'katrin.vogel',
      to: 'heike.brandt',
      status: 'ACCD',
      message: 'Wir möchten Ihnen unsere Kronen und Brücken schicken.',
    },
    {
      from: 'camille.durand',
      to: 'heike.brandt',
      status: 'ACCD',
      message: 'Environ cinq cas par mois, surtout des facettes.',
    },
    { from: 'camille.durand', to: 'katrin.vogel', status: 'REQD', message: 'Pour des patients communs.' },
  ],
  exchanges: [
    {
      author: 'katrin.vogel',
      recipient: 'heike.brandt',
      answers: ['heike.brandt', 'luca.ferri'],
      count: 16,
    },
    { author: 'jonas.vogel', recipient: 'heike.brandt', answers: ['luca.ferri'], count: 6 },
    {
      author: 'camille.durand',
      recipient: 'heike.brandt',
      answers: ['heike.brandt', 'luca.ferri'],
      count: 8,
    },
  ],
  devices: SCANNERS_EU,
};
