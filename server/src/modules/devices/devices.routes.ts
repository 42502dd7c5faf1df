import * as contract from '@cusp/contract/devices';
import type { FastifyInstance } from 'fastify';
import { unlessRefused } from '../../platform/http/refusal.ts';
import { serve } from '../../platform/http/serve.ts';
import { visitorOf } from '../../platform/http/visitor.ts';
import type { Services } from '../../platform/services.ts';
import { confirmDeviceEmail } from './confirm-email.ts';
import { listDevices } from './list-devices.ts';
import { listScanners } from './list-scanners.ts';
import { registerScanner, removeScanner, resendScannerMail } from './register-scanner.ts';
import { setDeviceLocks } from './set-locks.ts';

export function registerDevicesRoutes(app: FastifyInstance, services: Services): void {
  serve(app, contract.listDevices, ({ actor, query }) => listDevices(services, actor, query));
  serve(app, contract.setDeviceLocks, ({ actor, body }) => setDeviceLocks(services, actor, body.dev_conns));

  serve(app, contract.listScanners, ({ actor }) => listScanners(services, actor));
  serve(app, contract.registerScanner, ({ actor, body }) => registerScanner(services, actor, body));
  serve(app, contract.resendScannerMail, ({ actor, params }) =>
    resendScannerMail(services, actor, params.id),
  );
  serve(app, contract.removeScanner, async ({ actor, params }) => {
    await removeScanner(services, actor, params.id);
    return {};
  });

  serve(app, contract.confirmDeviceEmail, async ({ body, request }) => {
    const person = await unlessRefused(app.authenticate(request, 'cookie'));
    return confirmDeviceEmail(services, visitorOf(request), {
      rdidb64: body.rdidb64,
      token: body.token,
      srvLoc: body.srv_loc,
      signedIn: person?.userId ?? null,
    });
  });
}
