import * as contract from '@cusp/contract/work-calendar';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/http/serve.ts';
import type { Services } from '../../platform/services.ts';
import { recipientCalendar, setWorkCalendar, showWorkCalendar } from './work-calendar.ts';

export function registerAppointmentRoutes(app: FastifyInstance, services: Services): void {
  serve(app, contract.showWorkCalendar, ({ actor }) => showWorkCalendar(services, actor));
  serve(app, contract.setWorkCalendar, ({ actor, body }) => setWorkCalendar(services, actor, body));
  serve(app, contract.recipientCalendar, ({ actor, params }) =>
    recipientCalendar(services, actor, params.id),
  );
}
