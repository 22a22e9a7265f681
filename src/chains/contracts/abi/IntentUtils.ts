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
        "internalType": "uint256",
        "name": "deadline",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "nowAt",
        "type": "uint256"
      }
    ],
    "name": "Expired",
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
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "deadline",
        "type": "uint256"
      }
    ],
    "name": "requireNotExpired",
    "outputs": [],
    "stateMutability": "view",
    "type": "function"
  }
] as const

export const intentUtilsBytecode =
  '0x6080604052348015600e575f5ffd5b5061025d8061001c5f395ff3fe608060405234801561000f575f5ffd5b5060043610610034575f3560e01c806303bbbd65146100385780633a5b00aa1461004d575b5f5ffd5b61004b6100463660046101ed565b610060565b005b61004b61005b36600461022f565b6100d7565b5f61006b833361011d565b9050818110156100d2576040517fb3e09fee00000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff8416600482015260248101839052604481018290526064015b60405180910390fd5b505050565b8042111561011a576040517faa2fd925000000000000000000000000000000000000000000000000000000008152600481018290524260248201526044016100c9565b50565b5f73ffffffffffffffffffffffffffffffffffffffff8316156101cd576040517f70a0823100000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff83811660048301528416906370a0823190602401602060405180830381865afa1580156101a4573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906101c89190610246565b6101e6565b8173ffffffffffffffffffffffffffffffffffffffff16315b9392505050565b5f5f604083850312156101fe575f5ffd5b823573ffffffffffffffffffffffffffffffffffffffff81168114610221575f5ffd5b946020939093013593505050565b5f6020828403121561023f575f5ffd5b5035919050565b5f60208284031215610256575f5ffd5b505191905056' as const
