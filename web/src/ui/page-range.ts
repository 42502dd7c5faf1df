export interface PagePlace {
  number: number;
  num_per_page: number;
  total_num: number;
}

/** 'first - last / total' of what a page shows; '0 - 0 / 0' when there is nothing. */
export function rangeText({ number, num_per_page, total_num }: PagePlace): string {
  const first = total_num === 0 ? 0 : (number - 1) * num_per_page + 1;
  const last = Math.min(number * num_per_page, total_num);
  return `${Math.min(first, last)} - ${last} / ${total_num}`;
}
