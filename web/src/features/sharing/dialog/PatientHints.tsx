import type { ShareHint } from '@cusp/contract/sharing';
import { Alert, Checkbox } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { FileName } from '../../../ui/FileRow.tsx';
import type { NewShare } from './new-share.ts';
import classes from './share-dialog.module.css';

interface PatientHintsProps {
  hints: readonly ShareHint[];
  textsNamePatient: boolean;
  share: Pick<NewShare, 'files' | 'texts'>;
  onChange(part: Partial<NewShare>): void;
}

/** The value of the checkbox for the texts; those of files are ids. */
const TEXTS = 'texts';

/** Items that a link leaves out or renames because they could identify the patient; each can be included after all. */
export function PatientHints({ hints, textsNamePatient, share, onChange }: PatientHintsProps) {
  const { t } = useTranslation('sharing');
  const leftOut = hints.filter(({ left_out }) => left_out);
  const renamed = hints.filter(({ left_out, sent_as }) => !left_out && sent_as !== null);
  const isTelling = share.texts || leftOut.some(({ id }) => share.files.includes(id));
  if (leftOut.length === 0 && renamed.length === 0 && !textsNamePatient) return null;
  return (
    <>
      {(leftOut.length > 0 || textsNamePatient) && (
        <Checkbox.Group
          label={t('give.title')}
          description={t('give.hint')}
          value={[...(share.texts ? [TEXTS] : []), ...share.files.map(String)]}
          onChange={(values) =>
            onChange({
              texts: values.includes(TEXTS),
              files: values.filter((each) => each !== TEXTS).map(Number),
            })
          }
        >
          <ul className={classes.choices}>
            {textsNamePatient && (
              <li>
                <Checkbox value={TEXTS} label={t('give.texts')} />
              </li>
            )}
            {leftOut.map(({ id, filename, sent_as }) => (
              <li key={id}>
                <Checkbox
                  value={String(id)}
                  classNames={{ labelWrapper: classes.choice }}
                  label={<FileName name={filename} />}
                  description={sent_as && t('give.as', { name: sent_as })}
                />
              </li>
            ))}
          </ul>
        </Checkbox.Group>
      )}
      {isTelling && (
        <Alert color="yellow" icon={<IconAlertTriangle size={18} aria-hidden />} role="status">
          {t('give.warning')}
        </Alert>
      )}
      {renamed.length > 0 && (
        <div>
          <p className={classes.quiet}>{t('give.renamed', { count: renamed.length })}</p>
          <ul className={classes.renamed}>
            {renamed.map(({ id, filename, sent_as }) => (
              <li key={id}>
                <FileName name={filename} />{' '}
                <span className={classes.quiet}>{t('give.as', { name: sent_as })}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}
