import type { FieldIssue } from '@cusp/contract/error-body';
import type { addDevices as endpoint } from '@cusp/contract/staff-devices';
import type * as z from 'zod';
import type { Actor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { addDevice, addedBefore, KNOWN } from '../devices/add-device.ts';

type Body = z.output<typeof endpoint.body>;

/** Registers all devices or none; a refusal has the problem of each (`devices.0.udi`). */
export const addDevices = (services: Services, actor: Actor, { devices, is_repeat }: Body) =>
  inTransaction(services, actor, async (work) => {
    const added: { id: number }[] = [];
    const problems: { refusal: Refusal; issues: FieldIssue[] }[] = [];
    for (const [row, { udi, serial_no, prod_date, model }] of devices.entries()) {
      const device = { udi, serialNo: serial_no, prodDate: prod_date, model, rentalManagerId: null };
      try {
        added.push(await addDevice(work, device));
      } catch (error) {
        if (!(error instanceof Refusal) || !error.extra.errors) throw error;
        const before = is_repeat && KNOWN.includes(error.code) && (await addedBefore(work, device));
        if (before && !added.some(({ id }) => id === before.id)) {
          added.push(before);
          continue;
        }
        const issues = error.extra.errors.map((issue) => ({
          ...issue,
          field: `devices.${row}.${issue.field}`,
        }));
        problems.push({ refusal: error, issues });
      }
    }
    const [first] = problems;
    if (first) throw new Refusal(first.refusal.code, { errors: problems.flatMap(({ issues }) => issues) });
    return { devices: added.map(({ id }) => ({ id })) };
  });
