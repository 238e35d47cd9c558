/** Version of this agent, which the product and the sites of carriers are told. */
export const agentVersion = '1.1.0';
