/** A question to the server and what became of it, as useCall tells. */
export type QueryState<Answer> = {
  data: Answer | undefined;
  error: Error | null;
  isError: boolean;
  isPending: boolean;
  isFetching: boolean;
  isPlaceholderData: boolean;
  refetch: () => Promise<unknown>;
};
