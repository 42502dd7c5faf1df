import type { DemoDevice } from './cast.ts';

/** The factory register of the demo. */
export const SCANNERS: readonly DemoDevice[] = [
  {
    serial: 'RC-2401',
    model: 'Cusp Scan 3',
    made: '2024-02-12',
    isRented: true,
    feature: true,
    customer: { key: 'anna.berg', city: 'München', zip: '80337', installed: '2024-03-04' },
  },
  {
    serial: 'RC-2402',
    model: 'Cusp Scan 3',
    made: '2024-02-12',
    isRented: true,
    feature: false,
    customer: { key: 'emily.carter', city: 'Cambridge', zip: '02139', installed: '2024-03-18' },
  },
  {
    serial: 'RC-2403',
    model: 'Cusp Scan 3',
    made: '2024-05-06',
    isRented: true,
    feature: true,
    customer: { key: 'oskar.nowak', city: 'Warszawa', zip: '00-263', installed: '2024-06-03' },
  },
  { serial: 'RC-2404', model: 'Cusp Scan 3', made: '2024-05-06', isRented: true },
  { serial: 'RC-2501', model: 'Cusp Scan 4', made: '2025-01-20' },
  { serial: 'RC-2502', model: 'Cusp Scan 4', made: '2025-01-20' },
];

/** The same of the European region. */
export const SCANNERS_EU: readonly DemoDevice[] = [
  {
    serial: 'RC-2431',
    model: 'Cusp Scan 3',
    made: '2024-04-15',
    isRented: true,
    feature: true,
    customer: { key: 'katrin.vogel', city: 'Köln', zip: '50674', installed: '2024-05-13' },
  },
  {
    serial: 'RC-2432',
    model: 'Cusp Scan 3',
    made: '2024-04-15',
    isRented: true,
    customer: { key: 'camille.durand', city: 'Lyon', zip: '69002', installed: '2024-06-10' },
  },
  { serial: 'RC-2531', model: 'Cusp Scan 4', made: '2025-02-10' },
];
