import type { CaseDetail } from '@cusp/contract/cases';
import { Alert, Loader, Select, type SelectProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './comments.module.css';

interface FileChoiceProps extends Omit<SelectProps, 'data' | 'value' | 'onChange'> {
  files: CaseDetail['files'];
  fileId: number | null;
  onChoose(fileId: number | null): void;
}

/** With more files than this they can be searched. */
const MANY = 8;

/** Chooses the file that a comment is about, newest first. */
export function FileChoice({ files, fileId, onChoose, ...rest }: FileChoiceProps) {
  const { t } = useTranslation('cases');
  const file = files.find((each) => [each, ...each.earlier].some(({ id }) => id === fileId));
  if (files.length === 0) return null;
  return (
    <Select
      size="xs"
      placeholder={t('comments.noFile')}
      clearable
      searchable={files.length > MANY}
      data={files.toReversed().map(({ id, filename }) => ({ value: String(id), label: filename }))}
      {...rest}
      value={file ? String(file.id) : null}
      onChange={(value) => onChoose(value === null ? null : Number(value))}
    />
  );
}

/** Says that a file for the comment is being uploaded. */
export function ComingFile({ name }: { name: string }) {
  const { t } = useTranslation('cases');
  return (
    <p className={classes.coming} role="status">
      <Loader size={14} aria-hidden /> <span>{t('comments.fileComing', { name })}</span>
    </p>
  );
}

/** Says that a file for the comment did not arrive. */
export function LostFile({ name }: { name: string }) {
  const { t } = useTranslation('cases');
  return (
    <Alert color="red" role="alert">
      {t('comments.fileLost', { name })}
    </Alert>
  );
}
