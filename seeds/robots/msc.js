// MSC. The page gives the cookies that its data are asked with; many boxes come in pages, which become one answer.
const mostPages = 10;
let opened = false;
return collectPages(async ({ subjectNo }) => {
  if (!opened) {
    await ask('/en/track-a-shipment');
    opened = true;
  }
  const askPage = async (pageNumber) => {
    const { headers, ...rest } = asJson({ trackingNumber: subjectNo, trackingMode: '0', pageNumber });
    return askJson('/api/feature/tools/TrackingInfo', {
      ...rest,
      headers: { ...headers, accept: 'application/json', 'x-requested-with': 'XMLHttpRequest' },
    });
  };
  const first = await askPage(1);
  const bills = listOf(first?.Data?.BillOfLadings);
  const seen = new Set(bills.flatMap((bill) => listOf(bill?.ContainersInfo).map((box) => box?.ContainerNumber)));
  const countOf = (bill) => Number(bill?.NumberOfContainers) || 0;
  const wanted = bills.reduce((sum, bill) => sum + countOf(bill), 0);
  for (let number = 2; number <= mostPages && seen.size > 0 && seen.size < wanted; number += 1) {
    const more = listOf((await askPage(number))?.Data?.BillOfLadings);
    let added = 0;
    for (const [place, bill] of more.entries())
      for (const box of listOf(bill?.ContainersInfo)) {
        if (seen.has(box?.ContainerNumber) || bills[place] === undefined) continue;
        seen.add(box?.ContainerNumber);
        bills[place].ContainersInfo.push(box);
        added += 1;
      }
    if (added === 0) break;
  }
  return jsonPage(first);
});
