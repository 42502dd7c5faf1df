import * as contract from '@cusp/contract/sheets';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/http/serve.ts';
import type { Services } from '../../platform/services.ts';
import { checkSheet } from '../sheets/check-sheet.ts';
import { sendSheet, templateOf } from '../sheets/template.ts';
import { DEVICES_SHEET } from './devices.sheet.ts';

export function registerDeviceSheetRoutes(app: FastifyInstance, services: Services): void {
  serve(app, contract.checkDeviceSheet, ({ actor, request }) =>
    checkSheet(services, actor, DEVICES_SHEET, request),
  );
  serve(app, contract.deviceSheetTemplate, async ({ request, reply }) =>
    sendSheet(request, reply, 'DevicesTemplate.xlsx', await templateOf(DEVICES_SHEET)),
  );
}
