/** Connection errors of Node, and PostgreSQL's classes 08 (connection), 53 (resources), 57P (shutdown). */
const CODES = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOENT|08\w{3}|53\w{3}|57P0[1-5]|25006)$/;
const MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable/;

/**
 * PostgreSQL rolled a transaction back because of others that ran at the same time: 40001 (serialization), 40P01
 * (deadlock), 55P03 (the lock was not free within `lock_timeout`).
 */
const CONFLICTS = /^(40001|40P01|55P03)$/;

/** Whether PostgreSQL aborted this transaction to resolve a conflict with others; the caller may retry. */
export const isTransactionConflict = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && CONFLICTS.test(String(error.code));

/** Whether an error means that the database is temporarily unreachable; the caller may retry. */
export function isDatabaseTrouble(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (CODES.test(code) && (code !== 'ENOENT' || ('syscall' in error && error.syscall === 'connect')))
    return true;
  if (MESSAGES.test(error.message)) return true;
  return error instanceof AggregateError && error.errors.some(isDatabaseTrouble);
}
