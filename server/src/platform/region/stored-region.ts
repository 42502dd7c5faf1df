import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { REGION_ORDINAL, type Region } from './region.ts';

/** The database belongs to a region other than `REGION`; `message` is for the operator. */
export class WrongRegion extends Error {
  constructor(stored: Region, wanted: Region) {
    super(
      `This database belongs to the region "${stored}" and cannot be used with REGION=${wanted}, because ids and people of two regions would mix.`,
    );
    this.name = 'WrongRegion';
  }
}

/** The region a database belongs to; null for an empty one. */
async function storedRegion(owner: Db): Promise<Region | null> {
  const { rows } = await sql<{ hasRow: boolean; idStart: number | null }>`
    select to_regclass('public.deployment') is not null as "hasRow",
      (select seqstart from pg_sequence where seqrelid = to_regclass('public.app_user_id_seq')) as "idStart"
  `.execute(owner);
  const [found] = rows;
  if (found?.hasRow)
    return (await owner.selectFrom('deployment').select('region').executeTakeFirstOrThrow()).region;
  // Before the migration that added the row, only the ids show it.
  const regions = Object.keys(REGION_ORDINAL) as Region[];
  return regions.find((region) => REGION_ORDINAL[region] === found?.idStart) ?? null;
}

/** @throws WrongRegion for a database of another region. */
export async function requireRegion(owner: Db, wanted: Region): Promise<void> {
  const stored = await storedRegion(owner);
  if (stored !== null && stored !== wanted) throw new WrongRegion(stored, wanted);
}
