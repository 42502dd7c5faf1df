import type { Role } from '@cusp/contract/identity';
import type { Language } from '@cusp/contract/wire';
import type { DemoKey } from '../demo-accounts.ts';

/** Password of everybody in the demo practice. */
export const DEMO_PASSWORD = 'cusp-demo-2026';

type StaffFlag =
  | 'is_device_manager'
  | 'is_sales_manager'
  | 'is_staff'
  | 'is_device_user_viewer'
  | 'is_device_rental_manager';

interface DemoPerson {
  key: DemoKey;
  first: string;
  last: string;
  role: Role;
  institution: string;
  country: string;
  address: string;
  phone: string;
  language: Language;
  flag?: StaffFlag;
  /** Description in the start message; people without one are not listed. */
  shown?: string;
}

const BERG = {
  institution: 'Zahnarztpraxis Berg',
  country: 'DE',
  address: 'Lindwurmstraße 12, 80337 München',
};
const HOFF = { institution: 'Hoff Dentaltechnik', country: 'DE', address: 'Am Hafen 4, 20457 Hamburg' };
const OFFICE = { institution: 'Cusp Dental Cloud', country: 'US', address: '1 Harbor Way, Boston, MA 02110' };

export const PEOPLE: readonly DemoPerson[] = [
  {
    key: 'anna.berg',
    first: 'Anna',
    last: 'Berg',
    role: 'Dental Clinic',
    ...BERG,
    phone: '+49 89 5550101',
    language: 'en',
    shown: 'dentist, owner of a share group',
  },
  {
    key: 'paul.weiss',
    first: 'Paul',
    last: 'Weiß',
    role: 'Dental Clinic',
    ...BERG,
    phone: '+49 89 5550102',
    language: 'de',
    shown: 'dentist in the same practice',
  },
  {
    key: 'emily.carter',
    first: 'Emily',
    last: 'Carter',
    role: 'Dental Clinic',
    institution: 'Riverside Dental',
    country: 'US',
    address: '48 River Street, Cambridge, MA 02139',
    phone: '+1 617 555 0120',
    language: 'en',
    shown: 'dentist of another practice',
  },
  {
    key: 'lena.hoff',
    first: 'Lena',
    last: 'Hoff',
    role: 'Dental Lab',
    ...HOFF,
    phone: '+49 40 5550130',
    language: 'en',
    shown: 'lab owner, owner of a share group',
  },
  {
    key: 'marco.rossi',
    first: 'Marco',
    last: 'Rossi',
    role: 'Dental Lab',
    ...HOFF,
    phone: '+49 40 5550131',
    language: 'it',
    shown: 'technician in the same lab',
  },
  {
    key: 'minjun.kim',
    first: '민준',
    last: '김',
    role: 'Dental Lab',
    institution: '서울 스마일 기공소',
    country: 'KR',
    address: '서울특별시 강남구 테헤란로 152',
    phone: '+82 2 5550140',
    language: 'ko',
    shown: 'lab in Seoul',
  },
  {
    key: 'sofia.marques',
    first: 'Sofia',
    last: 'Marques',
    role: 'Dealer',
    institution: 'Nova Dental Supply',
    country: 'BR',
    address: 'Avenida Paulista 900, São Paulo',
    phone: '+55 11 55501500',
    language: 'pt-BR',
    shown: 'dealer',
  },
  {
    key: 'oskar.nowak',
    first: 'Oskar',
    last: 'Nowak',
    role: 'Dental Clinic',
    institution: 'Gabinet Nowak',
    country: 'PL',
    address: 'ul. Długa 7, 00-263 Warszawa',
    phone: '+48 22 5550160',
    language: 'pl',
    shown: 'dentist who waits to be connected',
  },
  {
    key: 'claire.martin',
    first: 'Claire',
    last: 'O’Neil-Martin',
    role: 'Dental Clinic',
    ...BERG,
    phone: '+49 89 5550103',
    language: 'fr',
  },
  {
    key: 'dana.device',
    first: 'Dana',
    last: 'Device',
    role: 'Other',
    ...OFFICE,
    phone: '',
    language: 'en',
    flag: 'is_device_manager',
    shown: 'device manager',
  },
  {
    key: 'sam.sales',
    first: 'Sam',
    last: 'Sales',
    role: 'Other',
    ...OFFICE,
    phone: '',
    language: 'en',
    flag: 'is_sales_manager',
    shown: 'sales manager',
  },
  {
    key: 'stella.staff',
    first: 'Stella',
    last: 'Staff',
    role: 'Other',
    ...OFFICE,
    phone: '',
    language: 'en',
    flag: 'is_staff',
    shown: 'staff',
  },
  {
    key: 'victor.viewer',
    first: 'Victor',
    last: 'Viewer',
    role: 'Other',
    ...OFFICE,
    phone: '',
    language: 'en',
    flag: 'is_device_user_viewer',
    shown: 'device-user viewer',
  },
  {
    key: 'rita.rental',
    first: 'Rita',
    last: 'Rental',
    role: 'Dealer',
    ...OFFICE,
    phone: '',
    language: 'en',
    flag: 'is_device_rental_manager',
    shown: 'rental manager, who locks scanners',
  },
];

/** Share groups with their owners and members. Claire is invited and has not answered. */
export const GROUPS = [
  { name: 'Praxis Berg', owner: 'anna.berg', members: ['paul.weiss'], invited: ['claire.martin'] },
  { name: 'Hoff Dentaltechnik', owner: 'lena.hoff', members: ['marco.rossi'], invited: [] },
] as const;

/** Connections in all their states. */
export const CONNECTIONS = [
  {
    from: 'anna.berg',
    to: 'lena.hoff',
    status: 'ACCD',
    message: 'We would like to send you our crown and bridge work.',
  },
  { from: 'anna.berg', to: 'minjun.kim', status: 'ACCD', message: 'For our Korean patients.' },
  {
    from: 'emily.carter',
    to: 'lena.hoff',
    status: 'ACCD',
    message: 'Implant cases, about five a month.',
    locked: true,
  },
  { from: 'minjun.kim', to: 'emily.carter', status: 'ACCD', message: '안녕하세요, 함께 일하고 싶습니다.' },
  {
    from: 'sofia.marques',
    to: 'lena.hoff',
    status: 'ACCD',
    message: 'Your contact for materials and scanners.',
  },
  {
    from: 'oskar.nowak',
    to: 'lena.hoff',
    status: 'REQD',
    message: 'Dzień dobry, we look for a lab for full-arch zirconia.',
  },
  { from: 'emily.carter', to: 'sofia.marques', status: 'REJD', message: 'Scanner demo, please.' },
] as const;
