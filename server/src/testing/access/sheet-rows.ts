import { STAFF_AREAS } from '@cusp/contract/staff.routes';
import { sheetForm, sheetOf } from '../sheets/upload-sheet.ts';
import { type Row, staffOnly } from './row.ts';

const features = (ask?: Row['ask']) => staffOnly(STAFF_AREAS.partnerFeatures, ask);
const sheets = (ask?: Row['ask']) => staffOnly(STAFF_AREAS.factoryRegistration, ask);

/** Rows of partner features and of sheets. */
export const SHEET_ROWS = {
  listFeatures: features(),
  exportFeatures: features(),
  featureSheetTemplate: features(),
  changeFeature: features(async (world) => ({
    params: { id: (await world.newFeature()).id },
    body: { option: true },
  })),
  uploadFeatures: features(() => ({ body: sheetForm(sheetOf('features', [['A1', 'Yes']])) })),
  removeFeatures: features(async (world) => ({ body: { udis: [(await world.newFeature()).udi] } })),

  checkDeviceSheet: sheets(() => ({ body: sheetForm(sheetOf('devices', [['A1', 'S1']])) })),
  deviceSheetTemplate: sheets(),
  listSheets: sheets(() => ({ query: '?kind=features' })),
  getSheet: sheets(async (world) => ({ params: await world.newSheet() })),
  applySheet: sheets(async (world) => ({ params: await world.newSheet() })),
  undoSheet: sheets(async (world) => ({ params: await world.newSheet('applied') })),
} satisfies Record<string, Row>;
