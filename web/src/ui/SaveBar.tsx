import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './save-bar.module.css';

interface Props {
  /** Label of the button that sends the form. */
  save: string;
  /** Whether anything differs from what is saved. */
  isChanged: boolean;
  /** Whether the form may be sent as it is; when it has changes unless told. */
  canSave?: boolean;
  busy: boolean;
  /** Saves where the bar ends no form; in a form its button submits. */
  onSave?(): void;
  onCancel(): void;
}

/** The end of a long form; it stays in sight while there is something to save. */
export function SaveBar({ save, isChanged, canSave = isChanged, busy, onSave, onCancel }: Props) {
  const { t } = useTranslation('common');
  return (
    <div className={classes.bar} data-changed={isChanged || undefined}>
      <span className={classes.text} role="status">
        {isChanged && t('unsaved')}
      </span>
      {isChanged && (
        <Button variant="default" disabled={busy} onClick={onCancel}>
          {t('cancel')}
        </Button>
      )}
      <Button type={onSave ? 'button' : 'submit'} onClick={onSave} loading={busy} disabled={!canSave}>
        {save}
      </Button>
    </div>
  );
}
