// Ocean Network Express. Bills are asked for without ONEY; events are told box by box, ships by booking.
const paths = '/api/v2/edh';
return collectPages(async ({ subject, subjectNo }) => {
  const number = subject === 'bill' ? withoutPrefix(subjectNo, 'ONEY') : subjectNo;
  const search = await askJson(
    `${paths}/containers/track-and-trace/search`,
    asJson({ page: 1, page_length: 100, filters: { search_text: number, search_type: 'ALL' } }),
  );
  const rows = listOf(search?.data).filter((row) => subject === 'bill' || boxesOf([row?.containerNo])[0] === number);
  const booking = textOf(rows[0]?.bookingNo);
  if (booking === '') return answersPage({ search });
  const copEvents = await forEachBox(boxesOf(rows.map((row) => row.containerNo)), (containerNo) =>
    askJson(
      `${paths}/containers/track-and-trace/cop-events?${pairs({ booking_no: booking, container_no: containerNo })}`,
    ),
  );
  const voyageList = await askJson(`${paths}/vessel/track-and-trace/voyage-list?${pairs({ booking_no: booking })}`);
  return answersPage({ search, copEvents, voyageList });
});
