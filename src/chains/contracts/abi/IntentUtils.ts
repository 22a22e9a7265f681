// Generated from contracts/ by scripts/generateAbi.ts. Do not edit.
export const intentUtilsAbi = [
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "token",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "minAmount",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "balance",
        "type": "uint256"
      }
    ],
    "name": "BalanceTooLow",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "token",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "minAmount",
        "type": "uint256"
      }
    ],
    "name": "requireMinBalance",
    "outputs": [],
    "stateMutability": "view",
    "type": "function"
  }
] as const

export const intentUtilsBytecode =
  '0x6080604052348015600e575f5ffd5b506101e18061001c5f395ff3fe608060405234801561000f575f5ffd5b5060043610610029575f3560e01c806303bbbd651461002d575b5f5ffd5b61004061003b366004610188565b610042565b005b5f61004d83336100b8565b9050818110156100b3576040517fb3e09fee00000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff84166004820152602481018390526044810182905260640160405180910390fd5b505050565b5f73ffffffffffffffffffffffffffffffffffffffff831615610168576040517f70a0823100000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff83811660048301528416906370a0823190602401602060405180830381865afa15801561013f573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061016391906101ca565b610181565b8173ffffffffffffffffffffffffffffffffffffffff16315b9392505050565b5f5f60408385031215610199575f5ffd5b823573ffffffffffffffffffffffffffffffffffffffff811681146101bc575f5ffd5b946020939093013593505050565b5f602082840312156101da575f5ffd5b505191905056' as const
