import { Alert, Anchor } from '@mantine/core';
import { IconAlertCircle, IconChevronLeft } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import classes from './form-page.module.css';

interface Props {
  title: string;
  text?: string;
  /** Target of the Back link. */
  back: string;
}

/** The head of a form's card: a Back link and its only h1. */
export function FormHead({ title, text, back }: Props) {
  const { t } = useTranslation('common');
  return (
    <>
      <Anchor component={Link} to={back} className={classes.back}>
        <IconChevronLeft size={16} aria-hidden />
        {t('back')}
      </Anchor>
      <PageTitle className={classes.title}>{title}</PageTitle>
      {text && <p className={classes.text}>{text}</p>}
    </>
  );
}

interface FormProblemProps {
  title?: string;
  text?: string;
}

/** The error of a form as a whole. */
export function FormProblem({ title, text }: FormProblemProps) {
  return (
    <Alert
      color="red"
      variant="light"
      role="alert"
      title={title}
      icon={<IconAlertCircle size={18} stroke={1.6} aria-hidden />}
    >
      {text}
    </Alert>
  );
}
