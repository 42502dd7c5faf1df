import { Button, Input, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../i18n/error-text.ts';

interface Props {
  /** A paged query; nothing is shown without a further page. */
  query: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    error: unknown;
    fetchNextPage(): Promise<unknown>;
  };
  /** The list has no space below itself. */
  isFlush?: boolean;
  children: ReactNode;
}

/** Loads the next page of a list, below its entries, and shows the error if that fails. */
export function MoreButton({ query, isFlush = false, children }: Props) {
  const { t } = useTranslation('errors');
  const { isFetchingNextPage } = query;
  if (!query.hasNextPage) return null;
  return (
    <Stack align="center" gap={8} pt={12} pb={isFlush ? 16 : 0}>
      {query.isFetchNextPageError && !isFetchingNextPage && (
        <Input.Error role="alert">{errorText(t, query.error)}</Input.Error>
      )}
      <Button
        variant="default"
        size="sm"
        loading={isFetchingNextPage}
        onClick={() => void query.fetchNextPage()}
      >
        {children}
      </Button>
    </Stack>
  );
}
