import type { Statement } from '@cusp/contract/statements';
import { statementFile } from '@cusp/contract/statements.routes';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { urlOf } from '../../client/call.ts';
import { DottedLine } from '../../ui/DottedLine.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import classes from './statements.module.css';

/** One statement with its download; `isOfMany` names the case. */
export function StatementLine({ statement, isOfMany }: { statement: Statement; isOfMany: boolean }) {
  const { t } = useTranslation('statements');
  const { t: common } = useTranslation('common');
  const { date, dateTime } = useFormat();
  const { id, case_no, version, is_latest, issued_by, issued_date, patient_code, kept_until } = statement;
  const name = t('version', { version });
  return (
    <li className={classes.entry} data-replaced={!is_latest || undefined}>
      <div className={classes.words}>
        <strong className={classes.name}>
          <DottedLine facts={[isOfMany && case_no, name]} />
        </strong>
        <span className={classes.quiet}>
          {t('by', { name: issued_by || common('unknown'), time: dateTime(issued_date) })}
        </span>
        <span className={classes.quiet}>
          <DottedLine
            facts={
              is_latest
                ? [t('code', { code: patient_code }), t('keptUntil', { day: date(kept_until) })]
                : [t('replaced')]
            }
          />
        </span>
      </div>
      <Button
        size="xs"
        variant="default"
        component="a"
        href={urlOf(statementFile, { params: { id }, query: {} })}
        download
        aria-label={isOfMany ? `${t('downloadOf', { version })}, ${case_no}` : t('downloadOf', { version })}
      >
        {t('download')}
      </Button>
    </li>
  );
}
