// Generated from contracts/ by scripts/generateAbi.ts. Do not edit.
export const devnetVaultAbi = [
  {
    "inputs": [
      {
        "internalType": "contract DevnetMinted",
        "name": "token",
        "type": "address"
      }
    ],
    "stateMutability": "nonpayable",
    "type": "constructor"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "spender",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "allowance",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "needed",
        "type": "uint256"
      }
    ],
    "name": "ERC20InsufficientAllowance",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "sender",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "balance",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "needed",
        "type": "uint256"
      }
    ],
    "name": "ERC20InsufficientBalance",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "approver",
        "type": "address"
      }
    ],
    "name": "ERC20InvalidApprover",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "receiver",
        "type": "address"
      }
    ],
    "name": "ERC20InvalidReceiver",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "sender",
        "type": "address"
      }
    ],
    "name": "ERC20InvalidSender",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "spender",
        "type": "address"
      }
    ],
    "name": "ERC20InvalidSpender",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "receiver",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "assets",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "max",
        "type": "uint256"
      }
    ],
    "name": "ERC4626ExceededMaxDeposit",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "receiver",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "shares",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "max",
        "type": "uint256"
      }
    ],
    "name": "ERC4626ExceededMaxMint",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "owner",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "shares",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "max",
        "type": "uint256"
      }
    ],
    "name": "ERC4626ExceededMaxRedeem",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "owner",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "assets",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "max",
        "type": "uint256"
      }
    ],
    "name": "ERC4626ExceededMaxWithdraw",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "token",
        "type": "address"
      }
    ],
    "name": "SafeERC20FailedOperation",
    "type": "error"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "address",
        "name": "owner",
        "type": "address"
      },
      {
        "indexed": true,
        "internalType": "address",
        "name": "spender",
        "type": "address"
      },
      {
        "indexed": false,
        "internalType": "uint256",
        "name": "value",
        "type": "uint256"
      }
    ],
    "name": "Approval",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "address",
        "name": "sender",
        "type": "address"
      },
      {
        "indexed": true,
        "internalType": "address",
        "name": "owner",
        "type": "address"
      },
      {
        "indexed": false,
        "internalType": "uint256",
        "name": "assets",
        "type": "uint256"
      },
      {
        "indexed": false,
        "internalType": "uint256",
        "name": "shares",
        "type": "uint256"
      }
    ],
    "name": "Deposit",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "address",
        "name": "from",
        "type": "address"
      },
      {
        "indexed": true,
        "internalType": "address",
        "name": "to",
        "type": "address"
      },
      {
        "indexed": false,
        "internalType": "uint256",
        "name": "value",
        "type": "uint256"
      }
    ],
    "name": "Transfer",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "address",
        "name": "sender",
        "type": "address"
      },
      {
        "indexed": true,
        "internalType": "address",
        "name": "receiver",
        "type": "address"
      },
      {
        "indexed": true,
        "internalType": "address",
        "name": "owner",
        "type": "address"
      },
      {
        "indexed": false,
        "internalType": "uint256",
        "name": "assets",
        "type": "uint256"
      },
      {
        "indexed": false,
        "internalType": "uint256",
        "name": "shares",
        "type": "uint256"
      }
    ],
    "name": "Withdraw",
    "type": "event"
  },
  {
    "inputs": [],
    "name": "RATE_BPS_A_YEAR",
    "outputs": [
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "accrue",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "accruedAt",
    "outputs": [
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "owner",
        "type": "address"
      },
      {
        "internalType": "address",
        "name": "spender",
        "type": "address"
      }
    ],
    "name": "allowance",
    "outputs": [
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "spender",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "value",
        "type": "uint256"
      }
    ],
    "name": "approve",
    "outputs": [
      {
        "internalType": "bool",
        "name": "",
        "type": "bool"
      }
    ],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "asset",
    "outputs": [
      {
        "internalType": "address",
        "name": "",
        "type": "address"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "account",
        "type": "address"
      }
    ],
    "name": "balanceOf",
    "outputs": [
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "shares",
        "type": "uint256"
      }
    ],
    "name": "convertToAssets",
    "outputs": [
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "assets",
        "type": "uint256"
      }
    ],
    "name": "convertToShares",
    "outputs": [
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "decimals",
    "outputs": [
      {
        "internalType": "uint8",
        "name": "",
        "type": "uint8"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "assets",
        "type": "uint256"
      },
      {
        "internalType": "address",
        "name": "receiver",
        "type": "address"
      }
    ],
    "name": "deposit",
    "outputs": [
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      }
    ],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "",
        "type": "address"
      }
    ],
    "name": "maxDeposit",
    "outputs": [
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "",
        "type": "address"
      }
    ],
    "name": "maxMint",
    "outputs": [
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "owner",
        "type": "address"
      }
    ],
    "name": "maxRedeem",
    "outputs": [
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "owner",
        "type": "address"
      }
    ],
    "name": "maxWithdraw",
    "outputs": [
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "shares",
        "type": "uint256"
      },
      {
        "internalType": "address",
        "name": "receiver",
        "type": "address"
      }
    ],
    "name": "mint",
    "outputs": [
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      }
    ],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "name",
    "outputs": [
      {
        "internalType": "string",
        "name": "",
        "type": "string"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "pending",
    "outputs": [
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "assets",
        "type": "uint256"
      }
    ],
    "name": "previewDeposit",
    "outputs": [
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "shares",
        "type": "uint256"
      }
    ],
    "name": "previewMint",
    "outputs": [
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "shares",
        "type": "uint256"
      }
    ],
    "name": "previewRedeem",
    "outputs": [
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "assets",
        "type": "uint256"
      }
    ],
    "name": "previewWithdraw",
    "outputs": [
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "shares",
        "type": "uint256"
      },
      {
        "internalType": "address",
        "name": "receiver",
        "type": "address"
      },
      {
        "internalType": "address",
        "name": "owner",
        "type": "address"
      }
    ],
    "name": "redeem",
    "outputs": [
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      }
    ],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "symbol",
    "outputs": [
      {
        "internalType": "string",
        "name": "",
        "type": "string"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "totalAssets",
    "outputs": [
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "totalSupply",
    "outputs": [
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "to",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "value",
        "type": "uint256"
      }
    ],
    "name": "transfer",
    "outputs": [
      {
        "internalType": "bool",
        "name": "",
        "type": "bool"
      }
    ],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "from",
        "type": "address"
      },
      {
        "internalType": "address",
        "name": "to",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "value",
        "type": "uint256"
      }
    ],
    "name": "transferFrom",
    "outputs": [
      {
        "internalType": "bool",
        "name": "",
        "type": "bool"
      }
    ],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "assets",
        "type": "uint256"
      },
      {
        "internalType": "address",
        "name": "receiver",
        "type": "address"
      },
      {
        "internalType": "address",
        "name": "owner",
        "type": "address"
      }
    ],
    "name": "withdraw",
    "outputs": [
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      }
    ],
    "stateMutability": "nonpayable",
    "type": "function"
  }
] as const

export const devnetVaultBytecode =
  '0x60c060405242600555348015610013575f5ffd5b50604051611ae3380380611ae383398101604081905261003291610117565b806040518060400160405280601a81526020017f4361757365776179204465766e6574205661756c7420555344430000000000008152506040518060400160405280600681526020016563765553444360d01b815250816003908161009791906101dc565b5060046100a482826101dc565b5050505f5f6100b8836100e460201b60201c565b91509150816100c85760126100ca565b805b60ff1660a05250506001600160a01b031660805250610296565b63313ce56760e01b5f818152908190602082600481875afa5f51601f3d1190911661010082101695908602945092505050565b5f60208284031215610127575f5ffd5b81516001600160a01b038116811461013d575f5ffd5b9392505050565b634e487b7160e01b5f52604160045260245ffd5b600181811c9082168061016c57607f821691505b60208210810361018a57634e487b7160e01b5f52602260045260245ffd5b50919050565b601f8211156101d757805f5260205f20601f840160051c810160208510156101b55750805b601f840160051c820191505b818110156101d4575f81556001016101c1565b50505b505050565b81516001600160401b038111156101f5576101f5610144565b610209816102038454610158565b84610190565b6020601f82116001811461023b575f83156102245750848201515b5f19600385901b1c1916600184901b1784556101d4565b5f84815260208120601f198516915b8281101561026a578785015182556020948501946001909201910161024a565b508482101561028757868401515f19600387901b60f8161c191681555b50505050600190811b01905550565b60805160a0516118106102d35f395f61055001525f818161029b015281816107ce01528181610877015281816110a8015261118c01526118105ff3fe608060405234801561000f575f5ffd5b50600436106101c6575f3560e01c806394bf804d116100fe578063c6e6f5921161009e578063e20ccec31161006e578063e20ccec314610425578063ef8b30f7146103a7578063f8ba4cff1461042d578063fa5f853314610437575f5ffd5b8063c6e6f592146103a7578063ce96cb77146103ba578063d905777e146103cd578063dd62ed3e146103e0575f5ffd5b8063b3d7f6b9116100d9578063b3d7f6b91461036e578063b460af9414610381578063ba08765214610394578063c63d75b6146102c5575f5ffd5b806394bf804d1461034057806395d89b4114610353578063a9059cbb1461035b575f5ffd5b806323b872dd11610169578063402d267d11610144578063402d267d146102c55780634cdad506146101fa5780636e553f65146102f857806370a082311461030b575f5ffd5b806323b872dd14610254578063313ce5671461026757806338d52e0f14610281575f5ffd5b8063095ea7b3116101a4578063095ea7b31461020d5780630a28a47714610230578063172228a41461024357806318160ddd1461024c575f5ffd5b806301e1d114146101ca57806306fdde03146101e557806307a2d13a146101fa575b5f5ffd5b6101d2610440565b6040519081526020015b60405180910390f35b6101ed610460565b6040516101dc91906113d0565b6101d2610208366004611423565b6104f0565b61022061021b366004611462565b610501565b60405190151581526020016101dc565b6101d261023e366004611423565b610518565b6101d260055481565b6002546101d2565b61022061026236600461148a565b610524565b61026f610549565b60405160ff90911681526020016101dc565b60405173ffffffffffffffffffffffffffffffffffffffff7f00000000000000000000000000000000000000000000000000000000000000001681526020016101dc565b6101d26102d33660046114c4565b507fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff90565b6101d26103063660046114dd565b610574565b6101d26103193660046114c4565b73ffffffffffffffffffffffffffffffffffffffff165f9081526020819052604090205490565b6101d261034e3660046114dd565b6105c4565b6101ed6105fe565b610220610369366004611462565b61060d565b6101d261037c366004611423565b61061a565b6101d261038f366004611507565b610626565b6101d26103a2366004611507565b6106b5565b6101d26103b5366004611423565b61073b565b6101d26103c83660046114c4565b610746565b6101d26103db3660046114c4565b61074f565b6101d26103ee366004611540565b73ffffffffffffffffffffffffffffffffffffffff9182165f90815260016020908152604080832093909416825291909152205490565b6101d2610779565b6104356107b7565b005b6101d26101c281565b5f610449610779565b610451610874565b61045b9190611595565b905090565b60606003805461046f906115a8565b80601f016020809104026020016040519081016040528092919081815260200182805461049b906115a8565b80156104e65780601f106104bd576101008083540402835291602001916104e6565b820191905f5260205f20905b8154815290600101906020018083116104c957829003601f168201915b5050505050905090565b5f6104fb825f610924565b92915050565b5f3361050e81858561095c565b5060019392505050565b5f6104fb82600161096e565b5f3361053185828561099d565b61053c858585610a6b565b60019150505b9392505050565b5f61045b817f00000000000000000000000000000000000000000000000000000000000000006115f9565b5f7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff6105a4565b60405180910390fd5b5f6105ae8561073b565b90506105bc33858784610b14565b949350505050565b5f7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff5f6105f08561061a565b90506105bc33858388610b14565b60606004805461046f906115a8565b5f3361050e818585610a6b565b5f6104fb826001610924565b5f5f61063183610746565b905080851115610693576040517ffe9cceec00000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff84166004820152602481018690526044810182905260640161059b565b5f61069d86610518565b90506106ac3386868985610b28565b95945050505050565b5f5f6106c08361074f565b905080851115610722576040517fb94abeec00000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff84166004820152602481018690526044810182905260640161059b565b5f61072c866104f0565b90506106ac338686848a610b28565b5f6104fb825f61096e565b5f6104fb610208835b73ffffffffffffffffffffffffffffffffffffffff81165f908152602081905260408120546104fb565b5f64496cebb8006005544261078e9190611612565b6101c2610799610874565b6107a39190611625565b6107ad9190611625565b61045b9190611669565b5f6107c0610779565b4260055590508015610871577f00000000000000000000000000000000000000000000000000000000000000006040517f40c10f190000000000000000000000000000000000000000000000000000000081523060048201526024810183905273ffffffffffffffffffffffffffffffffffffffff91909116906340c10f19906044015f604051808303815f87803b15801561085a575f5ffd5b505af115801561086c573d5f5f3e3d5ffd5b505050505b50565b5f7f00000000000000000000000000000000000000000000000000000000000000006040517f70a0823100000000000000000000000000000000000000000000000000000000815230600482015273ffffffffffffffffffffffffffffffffffffffff91909116906370a0823190602401602060405180830381865afa158015610900573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061045b919061167c565b5f610542610930610440565b61093b906001611595565b6109465f600a6117b4565b6002546109539190611595565b85919085610b3d565b6109698383836001610b7f565b505050565b5f61054261097d82600a6117b4565b60025461098a9190611595565b610992610440565b610953906001611595565b73ffffffffffffffffffffffffffffffffffffffff8381165f908152600160209081526040808320938616835292905220547fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff811015610a655781811015610a57576040517ffb8f41b200000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff84166004820152602481018290526044810183905260640161059b565b610a6584848484035f610b7f565b50505050565b73ffffffffffffffffffffffffffffffffffffffff8316610aba576040517f96c6fd1e0000000000000000000000000000000000000000000000000000000081525f600482015260240161059b565b73ffffffffffffffffffffffffffffffffffffffff8216610b09576040517fec442f050000000000000000000000000000000000000000000000000000000081525f600482015260240161059b565b610969838383610cc4565b610b1c6107b7565b610a6584848484610e6b565b610b306107b7565b61086c8585858585610ee7565b5f610b6a610b4a83610fc7565b8015610b6557505f8480610b6057610b6061163c565b868809115b151590565b610b75868686610ff3565b6106ac9190611595565b73ffffffffffffffffffffffffffffffffffffffff8416610bce576040517fe602df050000000000000000000000000000000000000000000000000000000081525f600482015260240161059b565b73ffffffffffffffffffffffffffffffffffffffff8316610c1d576040517f94280d620000000000000000000000000000000000000000000000000000000081525f600482015260240161059b565b73ffffffffffffffffffffffffffffffffffffffff8085165f9081526001602090815260408083209387168352929052208290558015610a65578273ffffffffffffffffffffffffffffffffffffffff168473ffffffffffffffffffffffffffffffffffffffff167f8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b92584604051610cb691815260200190565b60405180910390a350505050565b73ffffffffffffffffffffffffffffffffffffffff8316610cfb578060025f828254610cf09190611595565b90915550610dab9050565b73ffffffffffffffffffffffffffffffffffffffff83165f9081526020819052604090205481811015610d80576040517fe450d38c00000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff85166004820152602481018290526044810183905260640161059b565b73ffffffffffffffffffffffffffffffffffffffff84165f9081526020819052604090209082900390555b73ffffffffffffffffffffffffffffffffffffffff8216610dd457600280548290039055610dff565b73ffffffffffffffffffffffffffffffffffffffff82165f9081526020819052604090208054820190555b8173ffffffffffffffffffffffffffffffffffffffff168373ffffffffffffffffffffffffffffffffffffffff167fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef83604051610e5e91815260200190565b60405180910390a3505050565b610e7584836110a3565b610e7f83826110d3565b8273ffffffffffffffffffffffffffffffffffffffff168473ffffffffffffffffffffffffffffffffffffffff167fdcbc1c05240f31ff3ad067ef1ee35ce4997762752e3a095284754544f4c709d78484604051610cb6929190918252602082015260400190565b8273ffffffffffffffffffffffffffffffffffffffff168573ffffffffffffffffffffffffffffffffffffffff1614610f2557610f2583868361099d565b610f2f838261112d565b610f398483611187565b8273ffffffffffffffffffffffffffffffffffffffff168473ffffffffffffffffffffffffffffffffffffffff168673ffffffffffffffffffffffffffffffffffffffff167ffbde797d201c681b91056529119e0b02407c7bb96a4a2c75c01fc9667232c8db8585604051610fb8929190918252602082015260400190565b60405180910390a45050505050565b5f6002826003811115610fdc57610fdc6117c2565b610fe691906117ef565b60ff166001149050919050565b5f5f5f61100086866111b2565b91509150815f036110245783818161101a5761101a61163c565b0492505050610542565b81841161103b5761103b60038515026011186111ed565b5f848688095f868103871696879004966002600389028118808a02820302808a02820302808a02820302808a02820302808a02820302808a02909103029181900381900460010185841190960395909502919093039390930492909217029150509392505050565b6110cf7f00000000000000000000000000000000000000000000000000000000000000008330846111fe565b5050565b73ffffffffffffffffffffffffffffffffffffffff8216611122576040517fec442f050000000000000000000000000000000000000000000000000000000081525f600482015260240161059b565b6110cf5f8383610cc4565b73ffffffffffffffffffffffffffffffffffffffff821661117c576040517f96c6fd1e0000000000000000000000000000000000000000000000000000000081525f600482015260240161059b565b6110cf825f83610cc4565b6110cf7f0000000000000000000000000000000000000000000000000000000000000000838361125a565b5f807fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff83850993909202808410938190039390930393915050565b634e487b715f52806020526024601cfd5b61120c8484848460016112b5565b610a65576040517f5274afe700000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff8516600482015260240161059b565b6112678383836001611348565b610969576040517f5274afe700000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff8416600482015260240161059b565b6040517f23b872dd000000000000000000000000000000000000000000000000000000005f81815273ffffffffffffffffffffffffffffffffffffffff8781166004528616602452604485905291602083606481808c5af1925060015f5114831661133757838315161561132b573d5f823e3d81fd5b5f883b113d1516831692505b604052505f60605295945050505050565b6040517fa9059cbb000000000000000000000000000000000000000000000000000000005f81815273ffffffffffffffffffffffffffffffffffffffff8616600452602485905291602083604481808b5af1925060015f511483166113c45783831516156113b8573d5f823e3d81fd5b5f873b113d1516831692505b60405250949350505050565b602081525f82518060208401528060208501604085015e5f6040828501015260407fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f83011684010191505092915050565b5f60208284031215611433575f5ffd5b5035919050565b803573ffffffffffffffffffffffffffffffffffffffff8116811461145d575f5ffd5b919050565b5f5f60408385031215611473575f5ffd5b61147c8361143a565b946020939093013593505050565b5f5f5f6060848603121561149c575f5ffd5b6114a58461143a565b92506114b36020850161143a565b929592945050506040919091013590565b5f602082840312156114d4575f5ffd5b6105428261143a565b5f5f604083850312156114ee575f5ffd5b823591506114fe6020840161143a565b90509250929050565b5f5f5f60608486031215611519575f5ffd5b833592506115296020850161143a565b91506115376040850161143a565b90509250925092565b5f5f60408385031215611551575f5ffd5b61155a8361143a565b91506114fe6020840161143a565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52601160045260245ffd5b808201808211156104fb576104fb611568565b600181811c908216806115bc57607f821691505b6020821081036115f3577f4e487b71000000000000000000000000000000000000000000000000000000005f52602260045260245ffd5b50919050565b60ff81811683821601908111156104fb576104fb611568565b818103818111156104fb576104fb611568565b80820281158282048414176104fb576104fb611568565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52601260045260245ffd5b5f826116775761167761163c565b500490565b5f6020828403121561168c575f5ffd5b5051919050565b6001815b60018411156116ce578085048111156116b2576116b2611568565b60018416156116c057908102905b60019390931c928002611697565b935093915050565b5f826116e4575060016104fb565b816116f057505f6104fb565b816001811461170657600281146117105761172c565b60019150506104fb565b60ff84111561172157611721611568565b50506001821b6104fb565b5060208310610133831016604e8410600b841016171561174f575081810a6104fb565b61177a7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff8484611693565b807fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff048211156117ac576117ac611568565b029392505050565b5f61054260ff8416836116d6565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52602160045260245ffd5b5f60ff8316806118015761180161163c565b8060ff8416069150509291505056' as const
