import type { FileVersion } from '@cusp/contract/cases';
import { setMetadata } from '@cusp/contract/files';
import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSubmit } from '../../client/use-call.ts';
import { errorText } from '../../i18n/error-text.ts';
import { toastError } from '../../ui/toast.ts';
import classes from './file-actions.module.css';

interface Props {
  id: number;
  clean: NonNullable<FileVersion['clean']>;
}

/** What others get of a picture that holds a place, a device or texts; its uploader chooses. */
export function CleanCopy({ id, clean }: Props) {
  const { t } = useTranslation('files');
  const { t: words } = useTranslation('errors');
  const change = useSubmit(setMetadata, {
    stale: [['files'], ['case']],
    onError: (failure) => toastError(errorText(words, failure)),
  });
  // What was chosen shows at once.
  const isGiven = change.isPending ? !change.variables.body.keep : clean.is_given;
  return (
    <>
      <dt>{t('clean.forOthers')}</dt>
      <dd>
        {clean.is_editable ? (
          <Switch
            size="sm"
            label={t('clean.without')}
            description={t('clean.hint')}
            checked={isGiven}
            onChange={({ currentTarget: { checked } }) =>
              change.mutate({ params: { id }, body: { keep: !checked } })
            }
          />
        ) : (
          t(isGiven ? 'clean.given' : 'clean.kept')
        )}
        {isGiven && <span className={classes.sum}>{`SHA-256 ${clean.sha256}`}</span>}
      </dd>
    </>
  );
}
