import type { Services } from './services.ts';

/**
 * For lists and counts, which are most of the work of the database: reads from the replica if it has everything that
 * was committed before this call, and otherwise from the primary. So people see their own changes and those that live
 * updates announced to them, whichever database is read. `read` must not write.
 */
export function readApart<T>(services: Services, read: (services: Services) => Promise<T>): Promise<T> {
  const { replica } = services;
  return replica ? replica.read((db) => read({ ...services, db })) : read(services);
}
