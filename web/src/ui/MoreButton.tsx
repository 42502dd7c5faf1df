import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  /** A paged query; nothing is shown if it has no further page. */
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage(): Promise<unknown> };
  /** The list has no space below itself. */
  isFlush?: boolean;
  children: ReactNode;
}

/** Loads the next page of a list, below its entries. */
export function MoreButton({ query, isFlush = false, children }: Props) {
  if (!query.hasNextPage) return null;
  return (
    <Group justify="center" pt={12} pb={isFlush ? 16 : 0}>
      <Button
        variant="default"
        size="sm"
        loading={query.isFetchingNextPage}
        onClick={() => void query.fetchNextPage()}
      >
        {children}
      </Button>
    </Group>
  );
}
